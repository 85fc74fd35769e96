import { asJson, type Db } from './db/client.ts'

const NAME = 'base-url'

/** Settings that the address of the service depends on. */
const SETTINGS = ['BASE_URL', 'HOST', 'PORT']

/** Records the address that this service has, for commands that run without its settings. */
export async function recordBaseUrl(db: Db, baseUrl: string): Promise<void> {
  await db
    .insertInto('service_setting')
    .values({ name: NAME, value: asJson(baseUrl) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: asJson(baseUrl) }))
    .execute()
}

/**
 * The address for links that a command prints: that of its own settings if they contain one, else that of the service
 * that started last on this database.
 */
export async function baseUrlForLinks(
  db: Db,
  config: { readonly baseUrl: string },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const isConfigured = SETTINGS.some((name) => environment[name] || environment[`${name}_FILE`])
  if (isConfigured) return config.baseUrl
  const row = await db
    .selectFrom('service_setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst()
  return typeof row?.value === 'string' ? row.value : config.baseUrl
}
