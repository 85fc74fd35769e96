import { z } from 'zod'
import { readStored, writeStored } from '../../hooks/use-stored.ts'

const name = 'organization'

/** The organization last seen in this browser. */
export const lastOrganization = (): string | undefined => readStored(name, z.string())
export const rememberOrganization = (id: string): void => writeStored(name, id)
