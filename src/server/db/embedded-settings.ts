import type { Address } from './embedded-address.ts'

/**
 * The server's settings as arguments, so that an update of Lectern changes them for every data folder. They save memory
 * and keep the safe defaults for fsync and synchronous_commit.
 */
export function serverSettings(
  address: Address,
  major: number,
  others: Readonly<Record<string, string>> = {},
): string[] {
  const settings = {
    ...connectionSettings(address),
    ...memorySettings(major),
    ...LOG_SETTINGS,
    TimeZone: 'UTC',
    ...others,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function connectionSettings(address: Address): Record<string, string> {
  if ('port' in address) {
    return { listen_addresses: '127.0.0.1', port: String(address.port), unix_socket_directories: '' }
  }
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: quoted(address.socketFolder),
    unix_socket_permissions: '0700',
  }
}

/** The setting is a list, so a folder with a comma or a blank must be quoted. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

function memorySettings(major: number): Record<string, string> {
  return {
    shared_buffers: '64MB',
    max_connections: '60',
    max_wal_size: '512MB',
    max_worker_processes: '2',
    // Containers often have little shared memory, and parallel plans gain nothing on queries this short.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    wal_level: 'minimal',
    autovacuum_max_workers: '2',
    jit: 'off',
    // SSDs read randomly as fast as sequentially.
    random_page_cost: '1.1',
    // PostgreSQL 18 would start three I/O processes; reading through the system's cache is as fast.
    ...(major >= 18 ? { io_method: 'sync' } : {}),
  }
}

/** Clients report failed statements themselves; the log only has messages about the server. */
const LOG_SETTINGS: Readonly<Record<string, string>> = {
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
}
