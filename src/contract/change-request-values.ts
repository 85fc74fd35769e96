import { z } from 'zod'
import { id } from './shared/values.ts'

export const changeRequestStatus = z.enum(['draft', 'open', 'merged', 'archived'])
export const changeRequestSubject = z.string().max(100)

export const changeRequestReference = z.object({
  id,
  number: z.number().int(),
  subject: changeRequestSubject,
  status: changeRequestStatus,
})
