import type { VisitorProperty, VisitorSchema } from '#contract/site-audience.ts'

export type Template = { readonly description: string; readonly condition: string }

const MAX_TEMPLATES = 100
/** How conditions can name a claim, and how long one may be. */
const CLAIM_NAME = /^[A-Za-z_$][\w$]*$/
const MAX_CONDITION_LENGTH = 1024

/** Conditions that ask for one claim of a schema each; for a choice one with each of its values. */
export const templatesFrom = ({ properties }: VisitorSchema): Template[] =>
  templatesIn(properties, 'visitor.claims')
    .filter(({ condition }) => condition.length <= MAX_CONDITION_LENGTH)
    .slice(0, MAX_TEMPLATES)

const templatesIn = (properties: Readonly<Record<string, VisitorProperty>>, before: string): Template[] =>
  Object.entries(properties).flatMap(([key, property]) => {
    if (!CLAIM_NAME.test(key)) return []
    const claim = `${before}.${key}`
    return property.type === 'object'
      ? templatesIn(property.properties, claim)
      : templatesForClaim(claim, key, property)
  })

type ScalarProperty = Exclude<VisitorProperty, { type: 'object' }>

function templatesForClaim(claim: string, key: string, property: ScalarProperty): Template[] {
  const said = property.description || key
  const one = (about: string, condition: string): Template => ({ description: `${said}${about}`, condition })
  if (property.type === 'boolean') return [one(': yes', claim), one(': no, or not known', `!${claim}`)]
  if (property.type === 'array') {
    const { items } = property
    const values = items.type === 'string' ? (items.enum ?? []) : []
    return values.map((value) => one(` has ${value}`, `${claim}.includes(${JSON.stringify(value)})`))
  }
  if (property.type !== 'string') return [one(' is at least 1', `${claim} >= 1`)]
  if (property.enum === undefined) return [one(' is known', claim)]
  return property.enum.map((value) => one(` is ${value}`, `${claim} == ${JSON.stringify(value)}`))
}
