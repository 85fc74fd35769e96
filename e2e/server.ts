import { startService } from './service.ts'

export const admin = {
  email: 'admin@example.org',
  password: 'a long and secret sentence',
  token: 'lct_endtoendtestsonlyandnowhereelse0123456789',
}

/** One service for the whole run; each test makes an organization of its own in it. */
async function globalSetup(): Promise<() => Promise<void>> {
  const service = await startService({
    LECTERN_ADMIN_EMAIL: admin.email,
    LECTERN_ADMIN_PASSWORD: admin.password,
    LECTERN_ADMIN_TOKEN: admin.token,
    // Imports read websites and repositories that the tests serve on this machine.
    LECTERN_ALLOW_PRIVATE_NETWORK: '1',
  })
  process.env.LECTERN_E2E_URL = service.baseUrl
  return service.stop
}

export default globalSetup
