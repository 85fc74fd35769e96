import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { must, root } from '../processes.mjs'

/** Folders of this machine that the base of an image does not have, and the one that contains the project. */
const HIDDEN = ['home', 'media', 'mnt', 'opt', 'root', 'srv', 'tmp', 'var/tmp', root.split('/')[1]]

/** The system of this machine below a layer of its own, with what the official Node image adds; returns its folder. */
export function openOverlay(folder) {
  const [upper, scratch, merged] = ['upper', 'scratch', 'merged'].map((name) => join(folder, name))
  for (const path of [upper, scratch, merged]) mkdirSync(path, { recursive: true })
  chmodSync(upper, 0o755)
  const layers = `lowerdir=/,upperdir=${upper},workdir=${scratch}`
  must('mount', ['-t', 'overlay', 'overlay', '-o', layers, merged])
  for (const path of HIDDEN)
    if (existsSync(join(merged, path)))
      must('mount', ['-t', 'tmpfs', '-o', 'mode=1777', 'none', join(merged, path)])
  for (const path of ['proc', 'dev']) must('mount', ['--bind', `/${path}`, join(merged, path)])
  must('mount', ['-t', 'tmpfs', '-o', 'mode=1777,size=64m', 'none', join(merged, 'dev/shm')])
  const cache = join(homedir(), '.npm')
  if (existsSync(cache)) {
    // As a cache mount of Docker: the same packages, without another download.
    mkdirSync(join(merged, 'root/.npm'))
    must('mount', ['--bind', cache, join(merged, 'root/.npm')])
  }
  cpSync(process.execPath, join(merged, 'usr/local/bin/node'))
  addLine(join(merged, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash')
  addLine(join(merged, 'etc/group'), 'node:x:1000:')
  return merged
}

function addLine(path, line) {
  const others = readFileSync(path, 'utf8').replace(/^(?:node:|[^:\n]*:x:1000:).*\n/gm, '')
  writeFileSync(path, `${others}${line}\n`)
}
