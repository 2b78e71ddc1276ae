import type { Toolset } from '../../src/core/contract/define-toolset.ts'
import { defineFeature, type ToolsetWords } from '../../src/core/feature.ts'
import { testErrorHandling } from './test-error-handling.ts'
import { testSimpleText } from './test-simple-text.ts'
import { testToolWithProgress } from './test-tool-with-progress.ts'

const words: ToolsetWords = {
  name: 'conformance',
  title: 'MCP conformance fixtures',
  description: 'Tools with fixed behaviour for the protocol conformance suite.',
  isHidden: true,
  wordFailure: failure => failure.message,
}

const tools = [testSimpleText, testErrorHandling, testToolWithProgress]

/**
 * What the MCP conformance suite calls by name: ordinary tools, and an extension of the MCP surface for what speaks raw
 * protocol. Only tests load it, by the setting that loads features of other authors.
 */
export default defineFeature({
  name: 'conformance',
  toolset: words,
  load: async () => ({ tools }),
  extend: {
    mcp: async () => (await import('./extension/conformance-extension.ts')).conformanceExtension(),
  },
})

/** The same tools for tests that put a server together from parts. */
export const conformance: Toolset<object> = { ...words, tools }
