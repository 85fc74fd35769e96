import { saveText } from '../../coediting/save.ts'
import type { JobHandler } from '../worker.ts'

/** Saves a shared text as a revision; without effect if it is saved or was removed. */
export const saveCoeditedTextHandler: JobHandler<'save-coedited-text'> = async (service, ref) => {
  await saveText(service, ref)
}
