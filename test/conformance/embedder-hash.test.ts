import { openEmbedder } from '../../src/adapters/embedders/index.ts'
import { testEmbedder } from './embedder-suite.ts'

testEmbedder('hash', () => openEmbedder('hash'))
testEmbedder('hash:384', () => openEmbedder('hash:384'))
