import { join } from 'node:path'
import { testStore } from './store-suite.ts'

testStore('sqlite', folder => `sqlite:${join(folder, 'knowledge.db')}`)
