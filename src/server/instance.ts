import { hostname } from 'node:os'
import { newId } from './ids.ts'

/** This process, which is one of the instances on its database. */
export const instance = { id: newId(), host: hostname().slice(0, 255), startedAt: new Date() } as const
