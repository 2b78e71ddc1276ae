import { defineToolset } from '../../src/core/contract/define-toolset.ts'
import { testErrorHandling } from './test-error-handling.ts'
import { testSimpleText } from './test-simple-text.ts'
import { testToolWithProgress } from './test-tool-with-progress.ts'

/**
 * What the MCP conformance suite calls by name, as far as ordinary tools can say it; the rest, which speaks raw
 * protocol, is the MCP surface's extension of the same name.
 */
export const conformance = defineToolset<object>({
  name: 'conformance',
  title: 'MCP conformance fixtures',
  description: 'Tools with fixed behaviour for the protocol conformance suite.',
  isHidden: true,
  tools: [testSimpleText, testErrorHandling, testToolWithProgress],
  wordFailure: failure => failure.message,
})
