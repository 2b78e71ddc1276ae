/** The public API: open Quire in a program, create an engine from adapters, declare features and tools. */

export { analyzer } from './adapters/analyzers/analyzer.ts'
export { chunkers } from './adapters/chunkers/index.ts'
export { createConverters } from './adapters/converters/index.ts'
export { openEmbedder } from './adapters/embedders/index.ts'
export { openStore } from './adapters/stores/index.ts'
export {
  type CallOptions,
  createQuire,
  type FoundPassage,
  type Quire,
  type QuireOptions,
} from './app/create-quire.ts'
export { defineToolset, type Toolset } from './core/contract/define-toolset.ts'
export { errorEnvelope } from './core/contract/error-envelope.ts'
export { invoke, type Outcome, type Runtime } from './core/contract/invoke.ts'
export { type Setting, setting } from './core/contract/setting.ts'
export * as settingKinds from './core/contract/setting-kinds.ts'
export { type ToolTable, toolTable } from './core/contract/tool-table.ts'
export { createEngine, type Engine, type Parts } from './core/engine.ts'
export {
  defineFeature,
  type Feature,
  type FeatureContents,
  type Host,
  type OpenedFeature,
  type OpeningHost,
} from './core/feature.ts'
export { featurePrompt, featureTool } from './core/feature-tools.ts'
export type { Chunk, PageSpan } from './core/model/chunk.ts'
export { type ChunkPolicy, type Collection, documentsPolicy } from './core/model/collection.ts'
export type { Converted, Document, DocumentSummary, OutlineEntry, Page } from './core/model/document.ts'
export { Failure, type FailureKind } from './core/model/failure.ts'
export type { Condition, Filter } from './core/model/filter.ts'
export type { Hit, Ranked } from './core/model/hit.ts'
export type { RawSource } from './core/model/source.ts'
export type { Analyzer } from './core/ports/analyzer.ts'
export type { Chunker } from './core/ports/chunker.ts'
export type { Clock } from './core/ports/clock.ts'
export type { Converter, Converters } from './core/ports/converter.ts'
export type { Embedder } from './core/ports/embedder.ts'
export type { FileReader, UrlReader } from './core/ports/source-reader.ts'
export type { Store } from './core/ports/store.ts'
