/** The private account of an authorized user: a `user_account` record, as `/v1/my/account` returns it. */
export type Account = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  /** Id of the user's public lender page. Absent if the user has none. */
  readonly lender_id?: string
  readonly is_public: boolean
  readonly is_developer: boolean
}
