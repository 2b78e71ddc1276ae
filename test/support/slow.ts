/**
 * Options for a test that takes long for what it promises: large inputs, many random ones, started programs, the model.
 * `npm run check` skips it; `npm test` runs it.
 */
export const slow = {
  skip: process.env.QUIRE_TEST_QUICK === '1' ? 'takes long: npm test runs it' : false,
} as const
