import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { admin, runLectern, startService } from './service.ts'

test('an operator without a backup target reads how to set one', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin')
  await page.goto('/system/backups')
  await expect(page.getByText('Backups aren’t set up')).toBeVisible()
  const tab = page.getByRole('navigation', { name: 'System' }).getByRole('link', { name: 'Backups' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeHidden()
  await expectAccessible(page)
})

test('an operator backs up, sees the verified backup and a failed one; the command line verifies and restores it', async ({
  page,
  expectAccessibleInBothThemes,
}) => {
  test.setTimeout(180_000)
  const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-backups-'))
  const service = await startService({
    LECTERN_BACKUP_TO: folder,
    LECTERN_ADMIN_EMAIL: admin.email,
    LECTERN_ADMIN_PASSWORD: admin.password,
  })
  try {
    const data = { email: admin.email, password: admin.password }
    await page.request.post(`${service.baseUrl}/auth/sign-in`, { headers: { 'x-lectern': '1' }, data })
    await page.goto(`${service.baseUrl}/system/backups`)
    await expect(page.getByText('No backup has been verified yet')).toBeVisible()
    await expect(page.getByText('No backups yet')).toBeVisible()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByText('Last verified backup: just now')).toBeVisible({ timeout: 60_000 })
    const list = page.getByRole('grid', { name: 'Backups' })
    await expect(list.getByText('Verified')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await list.getByRole('row').nth(1).click()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Dashboard')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page)

    const newHome = mkdtempSync(join(tmpdir(), 'lectern-e2e-restored-'))
    const [verified, refusal, restored] = await Promise.all([
      runLectern(service.dataDir, 'restore', '--verify', folder),
      runLectern(service.dataDir, 'restore', folder).catch(String),
      runLectern(newHome, 'restore', folder),
    ])
    expect(verified).toContain('Verified')
    expect(refusal).toContain('A service is using this database')
    expect(restored).toContain('Restored the backup')
    expect(await runLectern(newHome, 'rebuild', '--check')).not.toContain('differs')
    rmSync(newHome, { recursive: true, force: true })
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
