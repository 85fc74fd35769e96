import type { DomainError } from '../errors.ts'

/** Kinds of errors with status 400 or 409 (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** An error of a SCIM request, answered in the format of RFC 7644, 3.12. */
export class ScimError extends Error {
  override readonly name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of an error response. */
export const errorBody = ({
  status,
  message,
  scimType,
}: Pick<ScimError, 'status' | 'message' | 'scimType'>) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail: message,
})

/** An error of the domain as one of SCIM. */
export const fromDomainError = ({ status, reason, message }: DomainError): ScimError =>
  new ScimError(status, message, reason === 'validation' ? 'invalidValue' : undefined)

export const notFound = (kind: string, id: string) => new ScimError(404, `${kind} ${id} does not exist`)

export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue')

export const notUnique = (detail: string) => new ScimError(409, detail, 'uniqueness')
