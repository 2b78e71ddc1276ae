/** Every toolset of the Lambda server’s contract words failures alike. */
export { errorEnvelope as wordFailure } from './error-envelope.ts'
