import type { TeamRole } from '#contract/teams.ts'

export const teamRoleNames: Readonly<Record<TeamRole, string>> = { owner: 'Owner', member: 'Member' }

export const teamRoleMeans: Readonly<Record<TeamRole, string>> = {
  owner: 'Adds and removes members of the team',
  member: 'Is in the team',
}

const order: readonly TeamRole[] = ['owner', 'member']

export const teamRoleChoices = order.map((value) => ({
  value,
  label: teamRoleNames[value],
  help: teamRoleMeans[value],
}))
