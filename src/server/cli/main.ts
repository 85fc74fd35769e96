import { setFlagsFromString } from 'node:v8'
import { Command, Option } from 'commander'
import { roles } from '#contract/shared/permissions.ts'
import { BackupError } from '../backups/errors.ts'
import { ConfigError } from '../config.ts'
import { rebuildSpaces } from '../content/rebuild-spaces.ts'
import { DomainError } from '../errors.ts'
import { importFolder } from '../importing/import-folder.ts'
import { backUp, restore, verify } from './backups.ts'
import { verifyDomain } from './domains.ts'
import { exportSpace } from './export-space.ts'
import { addPerson, removeSecondFactor, resetLink } from './people.ts'
import { reportLines } from './report-lines.ts'
import { withDatabase } from './with-database.ts'
import { spaceRefOf, withService } from './with-service.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

// Commands run while the service does, so they save memory at the cost of more garbage collection.
setFlagsFromString('--heap-growing-percent=20')

// The reader of the output can close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const program = new Command('lectern')
  .description('Works on the same data as the service, even while it runs.')
  .showHelpAfterError()

program
  .command('import')
  .description('Import a folder or a zip archive of Markdown files into a space')
  .argument('<source>', 'folder or zip archive; SUMMARY.md or, without one, the folders determine the order')
  .requiredOption('--space <id>', 'space to import into; existing pages are never replaced')
  .action((source: string, { space }: { space: string }) =>
    withService(async (service) => {
      const place = await spaceRefOf(service, space)
      const { report } = await importFolder(service, { ...place, folder: source, by: null })
      for (const line of reportLines(report)) print(line)
    }),
  )

program
  .command('export')
  .description('Export a space as Markdown files with a SUMMARY.md')
  .argument('<target>', 'new or empty folder, or a new archive whose name ends with .zip')
  .requiredOption('--space <id>', 'space to write')
  .action((target: string, { space }: { space: string }) =>
    withService(async (service) => {
      const { pages, files } = await exportSpace(service, await spaceRefOf(service, space), target)
      print(`${pages} pages and ${files} files are in ${target}`)
    }),
  )

program
  .command('user')
  .description('People')
  .command('add')
  .description('Add a person to an organization; prints their ID and a link to choose a password')
  .requiredOption('--email <address>')
  .requiredOption('--name <name>', 'display name')
  .requiredOption('--organization <id>')
  .addOption(new Option('--role <role>').choices([...roles, 'guest']).makeOptionMandatory())
  .action(({ email, name, organization, role }: Record<'email' | 'name' | 'organization' | 'role', string>) =>
    withService(async (service) => {
      const { userId, link } = await addPerson(service, { email, name, organizationId: organization, role })
      print(userId)
      print(link)
    }),
  )

program
  .command('admin')
  .description('Manage access of admins')
  .command('reset')
  .description('Print a one-time link to choose a new password for the first admin')
  .option('--email <address>', 'use this account instead')
  .action(({ email }: { email?: string }) =>
    withService(async (service) => {
      const reset = await resetLink(service, email)
      print(reset.email === null ? 'Set up the first admin:' : `A new password for ${reset.email}:`)
      print(reset.link)
    }),
  )

program
  .command('domains')
  .description('Manage email domains of organizations')
  .command('verify')
  .description('Verify a domain for an organization without a DNS record')
  .argument('<organization>', 'ID or hostname of the organization')
  .argument('<domain>', 'such as example.org')
  .action((organization: string, domain: string) =>
    withService(async (service) => {
      await verifyDomain(service, organization, domain)
      print(`${domain} is verified`)
    }),
  )

program
  .command('reset-second-factor')
  .description('Remove the passkeys, the authenticator app and the recovery codes of a person who lost them')
  .argument('<email>')
  .action((email: string) =>
    withService(async (service) => {
      await removeSecondFactor(service, email)
      print(`${email} was signed out everywhere and can now sign in with a password alone`)
    }),
  )

program
  .command('rebuild')
  .description('Rebuild what is derived from the content of spaces: paths, search, links, files')
  .option('--check', 'only list differences, and fail if there are any')
  .option('--space <id>', 'only this space')
  .action(({ check = false, space }: { check?: boolean; space?: string }) =>
    withService(async (service) => {
      let wrong = 0
      for await (const one of rebuildSpaces(service, { onlyCheck: check, spaceId: space })) {
        wrong += one.wrong.length
        print(
          `${one.spaceId} ${one.title}: ${one.wrong.length === 0 ? 'no differences' : one.wrong.join(', ')}`,
        )
      }
      if (check && wrong > 0) process.exitCode = 1
    }),
  )

program
  .command('backup')
  .description('Write a backup of the database and all files, while the service runs')
  .option(
    '--to <target>',
    'folder, or s3://bucket/prefix; LECTERN_BACKUP_TO by default, where old backups are deleted',
  )
  .action(({ to }: { to?: string }) => withDatabase((database) => backUp(database, { to, print })))

program
  .command('restore')
  .description('Restore a backup into an empty database, or verify that it can be restored')
  .argument('<backup>', 'folder or address of a backup, or of its target for the latest one')
  .option('--verify', 'restore into a scratch database and compare; changes nothing')
  .option('--replace', 'delete everything that the database contains')
  .option('--without-jobs', 'leave out waiting jobs, such as emails and webhook deliveries')
  .option('--no-migrate', 'leave the schema as it was, for the version of Lectern that wrote the backup')
  .action(
    (
      address: string,
      options: Record<'verify' | 'replace' | 'withoutJobs' | 'migrate', boolean | undefined>,
    ) =>
      withDatabase(async (database) => {
        const { replace = false, withoutJobs = false, migrate = true } = options
        if (!options.verify) return restore(database, { address, replace, withoutJobs, migrate, print })
        if (!(await verify(database, { address, print }))) process.exitCode = 1
      }),
  )

try {
  await program.parseAsync()
} catch (error) {
  const isExpected = [DomainError, ConfigError, BackupError].some((kind) => error instanceof kind)
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    `${isExpected || process.env.LOG_LEVEL !== 'debug' ? message : (error as Error).stack}\n`,
  )
  process.exitCode = error instanceof ConfigError ? 2 : 1
}
