import type { Config } from '../config.ts'
import { libreTranslate } from './libre-translate.ts'
import type { MachineTranslation } from './machine-translation.ts'

/** The configured provider; undefined without one. */
export const machineTranslationOf = ({
  translation,
}: Pick<Config, 'translation'>): MachineTranslation | undefined =>
  translation === undefined ? undefined : libreTranslate(translation)
