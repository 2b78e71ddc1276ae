/** Where what belongs to no file is written. */
export const emptyFile = {
  path: '',
  language: 'python',
  module: '',
  hash: '',
  lineCount: 0,
  doc: null,
  imports: [],
  exports: null,
  functions: [],
  classes: [],
  variables: [],
  spreads: [],
  isDynamic: false,
  problems: [],
} as const
