import { z } from 'zod'
import { location } from './content-links.ts'
import { file } from './files.ts'
import { importResult, importRun, importSource, uploadOptions } from './imports.ts'
import { pageId } from './pages.ts'
import { MAX_UPLOAD_BODY_BYTES } from './shared/limits.ts'
import { listOf, paging } from './shared/paging.ts'
import { id } from './shared/values.ts'
import { uploadBody } from './uploads.ts'

/** The result of an upload: the new revision, the previous one, and the files as they are now. */
export const uploadResult = z.object({
  revision: id.describe('The active revision'),
  previous: id.describe('The active revision before the upload, to restore with `revert_file`'),
  files: z.array(file),
})

/** The operations that only mutable content has: that of spaces and change requests, not of revisions. */
export const contentWriteRoutes = <Of extends string, Base extends string, S extends z.ZodRawShape>(at: {
  of: Of
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    import: {
      id: `importInto${at.of}`,
      method: 'POST',
      path: `${at.base}/import`,
      summary: 'Import pages from a website or from a file at a URL. Responds when the import is done.',
      description:
        'Existing content is never replaced. The report lists what exceeded the limits on pages, bytes or minutes. If the address doesn’t respond, the status is 400 with the type `upstream`.',
      permission: 'space.edit',
      params: at.params,
      body: importSource,
      status: 201,
      response: importResult,
    },
    uploadFiles: {
      id: `upload${at.of}Files`,
      method: 'POST',
      path: `${at.base}/files`,
      summary: 'Upload 1 to 20 files, all or none. Creates one revision.',
      description:
        'The file name of each part becomes the file’s name. Files can have up to 100 MB; programs and empty files return 400. The type is detected from the content.',
      permission: 'space.edit',
      params: at.params,
      body: uploadBody,
      bodyType: 'multipart/form-data',
      bodyLimit: MAX_UPLOAD_BODY_BYTES,
      status: 200,
      response: uploadResult,
    },
    replaceFile: {
      id: `replace${at.of}File`,
      method: 'PUT',
      path: `${at.base}/files/:fileId`,
      summary: 'Replace the content of a file. Its ID and name don’t change, and links keep working.',
      permission: 'space.edit',
      params: z.object({ ...at.params.shape, fileId: id }),
      body: uploadBody,
      bodyType: 'multipart/form-data',
      bodyLimit: MAX_UPLOAD_BODY_BYTES,
      status: 200,
      response: uploadResult,
    },
    importBelow: {
      id: `import${at.of}Page`,
      method: 'POST',
      path: `${at.base}/page/:pageId/import`,
      summary:
        'Import pages from a website or from a file at a URL below a page. Responds when the import is done.',
      permission: 'space.edit',
      params: z.object({ ...at.params.shape, pageId }),
      body: importSource,
      status: 201,
      response: importResult,
    },
    upload: {
      id: `uploadInto${at.of}`,
      method: 'POST',
      path: `${at.base}/import/upload`,
      summary:
        'Import pages from a zip, a folder or single files. Runs in the background and returns the import.',
      description:
        'Markdown, HTML and Word files (`.docx`) become pages, in any combination. `SUMMARY.md` or, without one, the folders determine the order. Existing content is never replaced. The file name of each part is its path relative to the folder.',
      permission: 'space.edit',
      params: at.params,
      query: uploadOptions,
      body: uploadBody,
      bodyType: 'multipart/form-data',
      bodyLimit: MAX_UPLOAD_BODY_BYTES,
      status: 201,
      response: importRun,
    },
    fileBacklinks: {
      id: `list${at.of}FileBacklinks`,
      method: 'GET',
      path: `${at.base}/files/:fileId/backlinks`,
      summary: 'List the pages that use a file.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, fileId: id }),
      query: paging,
      status: 200,
      response: listOf(location),
    },
    reusableContentBacklinks: {
      id: `list${at.of}ReusableContentBacklinks`,
      method: 'GET',
      path: `${at.base}/reusable-contents/:reusableContentId/backlinks`,
      summary: 'List the reusable content and the pages that show reusable content.',
      description:
        'Reusable content comes first. Pages are listed even if they show it through other content.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, reusableContentId: id }),
      query: paging,
      status: 200,
      response: listOf(location),
    },
  }) as const
