export { analyzer } from './analyzer.ts'
