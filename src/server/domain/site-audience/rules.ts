import type { VisitorProperty, VisitorSchema } from '#contract/site-audience.ts'

export type Template = { readonly description: string; readonly condition: string }

const MAX_TEMPLATES = 100
/** Claims that conditions can refer to by name. */
const CLAIM_NAME = /^[A-Za-z_$][\w$]*$/
const MAX_CONDITION_LENGTH = 1024

/** A condition for each claim of a schema; for an enum, one per value. */
export const templatesFrom = ({ properties }: VisitorSchema): Template[] =>
  templatesIn(properties, 'visitor.claims')
    .filter(({ condition }) => condition.length <= MAX_CONDITION_LENGTH)
    .slice(0, MAX_TEMPLATES)

const templatesIn = (properties: Readonly<Record<string, VisitorProperty>>, parent: string): Template[] =>
  Object.entries(properties).flatMap(([key, property]) => {
    if (!CLAIM_NAME.test(key)) return []
    const claim = `${parent}.${key}`
    return property.type === 'object'
      ? templatesIn(property.properties, claim)
      : templatesForClaim(claim, key, property)
  })

type ScalarProperty = Exclude<VisitorProperty, { type: 'object' }>

function templatesForClaim(claim: string, key: string, property: ScalarProperty): Template[] {
  const label = property.description || key
  const template = (suffix: string, condition: string): Template => ({
    description: `${label}${suffix}`,
    condition,
  })
  if (property.type === 'boolean')
    return [template(': yes', claim), template(': no, or not known', `!${claim}`)]
  if (property.type === 'array') {
    const { items } = property
    const values = items.type === 'string' ? (items.enum ?? []) : []
    return values.map((value) => template(` has ${value}`, `${claim}.includes(${JSON.stringify(value)})`))
  }
  if (property.type !== 'string') return [template(' is at least 1', `${claim} >= 1`)]
  if (property.enum === undefined) return [template(' is known', claim)]
  return property.enum.map((value) => template(` is ${value}`, `${claim} == ${JSON.stringify(value)}`))
}
