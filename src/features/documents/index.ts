import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { deleteDocument } from './delete-document.ts'
import { deleteLibrary } from './delete-library.ts'
import { getDocument } from './get-document.ts'
import { ingestContent } from './ingest-content.ts'
import { ingestFile } from './ingest-file.ts'
import { ingestFolder } from './ingest-folder.ts'
import { ingestUrl } from './ingest-url.ts'
import { listDocuments } from './list-documents.ts'
import { listLibraries } from './list-libraries.ts'
import { refreshSource } from './refresh-source.ts'
import { search } from './search.ts'
import { serverInfo } from './server-info.ts'
import { wordFailure } from './word-failure.ts'

export const documents = defineToolset<Services>({
  name: 'documents',
  title: 'Documents',
  description: 'Ingest files, pages and text; search them; read, list and delete what is there.',
  tools: [
    search,
    getDocument,
    listDocuments,
    listLibraries,
    ingestFile,
    ingestUrl,
    ingestContent,
    ingestFolder,
    refreshSource,
    deleteDocument,
    deleteLibrary,
    serverInfo,
  ],
  wordFailure,
})
