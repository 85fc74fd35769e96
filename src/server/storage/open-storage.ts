import type { Config } from '../config.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** The storage that the settings name; the data folder by default. Opens no connection. */
export const openStorage = ({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Storage => {
  if (storage === undefined) return folderStorage(dataDir)
  return 'folder' in storage ? folderStorage(storage.folder) : s3Storage(storage)
}
