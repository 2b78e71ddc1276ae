export { archiveConverter, type ConvertMember } from './archive.ts'
