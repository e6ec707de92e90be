/** The application that asks for access. */
export interface Client {
  readonly clientId: string
  /** Empty where it cannot keep one. */
  readonly clientSecret: string
}
