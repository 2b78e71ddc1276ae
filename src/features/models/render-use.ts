import type { Render } from '../../core/contract/shell/tool-shell.ts'

/** Prints the answer of `use_model`. */
export const renderUse: Render = ({ value, terminal }) => {
  const { good, dim } = terminal.style
  const libraries = Array.isArray(value.libraries) ? value.libraries.map(String) : []
  const moved =
    libraries.length === 0
      ? 'nothing had to be embedded again'
      : `${value.chunks} passages of ${libraries.join(', ')}`
  const facts = value.kind === 'reranker' ? 'reranker' : moved
  const warnings = Array.isArray(value.warnings) ? value.warnings.map(String) : []
  return {
    answer: `${good('in use')}  ${value.model}  ${dim(facts)}`,
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
  }
}
