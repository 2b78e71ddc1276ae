import { join } from 'node:path'
import { testFactStore } from './fact-store-suite.ts'

testFactStore('sqlite', folder => `sqlite:${join(folder, 'quire.db')}`)
