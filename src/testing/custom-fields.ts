import { api } from '#contract/api.ts'
import type { CustomFieldType, CustomFieldValue } from '#contract/custom-fields.ts'
import type { TestApp } from './app.ts'

/** An organization with operations on its custom fields. */
export async function anOrganizationWithFields(app: TestApp) {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const aField = (name: string, type: CustomFieldType = 'text', options?: string[]) =>
    call(api.customFields.create, { params, body: { name, type, ...(options ? { options } : {}) } })
  const aSpace = async (title = 'Space') => (await call(api.spaces.create, { params, body: { title } })).id
  const set = (spaceId: string, values: Record<string, CustomFieldValue | null>) =>
    call(api.customFields.updateOfSpace, {
      params: { spaceId },
      body: { values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])) },
    })
  const valuesOf = async (spaceId: string) =>
    Object.fromEntries(
      (await call(api.customFields.listOfSpace, { params: { spaceId } })).map(({ customField, value }) => [
        customField.name,
        value,
      ]),
    )
  const auditEvents = async (query: object) => {
    const { items } = await call(api.auditEvents.list, { params, query })
    const details = items.map(({ id }) =>
      call(api.auditEvents.get, { params: { ...params, auditEventId: id } }),
    )
    return (await Promise.all(details)).map(({ action, payload }) => ({ action, ...payload }))
  }
  return { organizationId, admin, call, params, aField, aSpace, set, valuesOf, auditEvents }
}
