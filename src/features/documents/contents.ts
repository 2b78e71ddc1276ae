import type { FeatureContents } from '../../core/feature.ts'
import { correctPages } from './correct-pages.ts'
import { correctTitle } from './correct-title.ts'
import { deleteDocument } from './delete-document.ts'
import { deleteLibrary } from './delete-library.ts'
import { documentCommands } from './document-commands.ts'
import { getDocument } from './get-document.ts'
import { ingestContent } from './ingest-content.ts'
import { ingestFile } from './ingest-file.ts'
import { ingestFolder } from './ingest-folder.ts'
import { receiveUpload } from './ingest-one.ts'
import { ingestUrl } from './ingest-url.ts'
import { receiveLibrary } from './library-file.ts'
import { listDocuments } from './list-documents.ts'
import { listLibraries } from './list-libraries.ts'
import { listTrash } from './list-trash.ts'
import { pagePictures } from './page-picture.ts'
import { refreshSource } from './refresh-source.ts'
import { restoreDocument } from './restore-document.ts'
import { search } from './search.ts'
import { serverInfo } from './server-info.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = {
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
    correctPages,
    correctTitle,
    deleteDocument,
    listTrash,
    restoreDocument,
    deleteLibrary,
    serverInfo,
  ],
  commands: documentCommands,
  pictures: pagePictures,
  uploads: program => {
    const upload = receiveUpload(program)
    const library = receiveLibrary(program)
    return {
      ...(upload === undefined ? {} : { upload }),
      ...(library === undefined ? {} : { filesUploads: [library] }),
    }
  },
}
