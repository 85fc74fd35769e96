import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath, spacePath } from './shared/paths.ts'
import { flags, id, timestamp, urlsOf, version } from './shared/values.ts'

/** 1 to 50 lower-case letters, digits, underscores and hyphens, unique in the organization. */
export const customFieldName = z
  .string()
  .regex(/^[a-z0-9_-]{1,50}$/, 'Use 1 to 50 lower-case letters, digits, “_” and “-”')
  .max(50)

export const customFieldType = z
  .enum(['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi'])
  .describe(
    'Values of text and select:single are strings; values of tags and select:multi are lists of strings',
  )

export type CustomFieldType = z.infer<typeof customFieldType>

const title = z.string().max(100)
const description = z.string().max(200)
const placeholder = z.string().max(100)
const options = z
  .array(z.string().min(1).max(40))
  .min(1)
  .max(50)
  .refine((values) => new Set(values).size === values.length, 'Add each option only once')
  .describe('The options; only for the two select types')

export const customField = z
  .object({
    id,
    name: customFieldName,
    title: title.optional(),
    description: description.optional(),
    type: customFieldType,
    placeholder: placeholder.optional(),
    options: options.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    urls: urlsOf(['location']),
    permissions: flags('view', 'edit'),
    version,
  })
  .meta({ id: 'CustomField' })
export type CustomField = z.infer<typeof customField>

const text = z.string().max(256)
export const customFieldValue = z.union([text, z.number(), z.boolean(), z.array(text)])
export type CustomFieldValue = z.infer<typeof customFieldValue>

const base = '/orgs/:organizationId/custom-fields'
const fieldPath = organizationPath.extend({ fieldName: customFieldName })
const needsOptions = ['select:single', 'select:multi']

export const customFields = resource('customFields', {
  list: {
    id: 'listCustomFields',
    method: 'GET',
    path: base,
    summary: 'List the custom fields of an organization.',
    permission: 'organization.view',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(customField),
  },
  create: {
    id: 'createCustomField',
    method: 'POST',
    path: base,
    summary: 'Add a custom field; 409 if its name is taken.',
    description: 'An organization can have up to 100 custom fields. Beyond that, returns 409.',
    permission: 'organization.admin',
    params: organizationPath,
    body: z
      .object({
        name: customFieldName,
        type: customFieldType,
        title: title.optional(),
        description: description.optional(),
        placeholder: placeholder.optional(),
        options: options.optional(),
      })
      .refine((field) => needsOptions.includes(field.type) === (field.options !== undefined), {
        path: ['options'],
        message: 'A select field, and only a select field, needs options',
      }),
    status: 201,
    response: customField,
  },
  get: {
    id: 'getCustomField',
    method: 'GET',
    path: `${base}/:fieldName`,
    summary: 'Get a custom field.',
    permission: 'organization.view',
    params: fieldPath,
    status: 200,
    response: customField,
  },
  update: {
    id: 'updateCustomField',
    method: 'PATCH',
    path: `${base}/:fieldName`,
    summary: 'Update a custom field. Its name and type can’t change.',
    description: 'Options that you remove are also removed from all spaces. An empty string clears a field.',
    permission: 'organization.admin',
    params: fieldPath,
    body: z.object({
      title: title.optional(),
      description: description.optional(),
      placeholder: placeholder.optional(),
      options: options.optional(),
    }),
    status: 200,
    response: customField,
    versioned: true,
  },
  delete: {
    id: 'deleteCustomField',
    method: 'DELETE',
    path: `${base}/:fieldName`,
    summary: 'Delete a custom field and its values in all spaces.',
    permission: 'organization.admin',
    params: fieldPath,
    status: 204,
    versioned: true,
  },
  listOfSpace: {
    id: 'listSpaceCustomFields',
    method: 'GET',
    path: '/spaces/:spaceId/custom-fields',
    summary: 'List the custom fields that have a value in a space.',
    permission: 'space.view',
    params: spacePath,
    status: 200,
    response: z.array(z.object({ customField, value: customFieldValue })),
  },
  updateOfSpace: {
    id: 'updateSpaceCustomFields',
    method: 'PATCH',
    path: '/spaces/:spaceId/custom-fields',
    summary: 'Set values of custom fields in a space. Fields that aren’t sent keep their values.',
    description:
      'All values are validated before any is saved. Lists can have up to 256 distinct entries of 1 to 256 characters. Selected values must be among the options.',
    permission: 'space.edit',
    params: spacePath,
    body: z.object({
      values: z
        .record(customFieldName, z.object({ value: customFieldValue.nullable().describe('null clears it') }))
        .describe('By the name of the field'),
    }),
    status: 204,
  },
})
