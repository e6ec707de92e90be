/** The application that asks for access. */
export interface Client {
  readonly clientId: string
  /** Empty for an application that cannot keep a secret. */
  readonly clientSecret: string
}
