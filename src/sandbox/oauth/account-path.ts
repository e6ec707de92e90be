/** Where the user revokes access: "account preferences" of service.md, at the authorization host. */
export { preferencesPath as accountPath } from '../../api/gaps.ts'
