/** One requirement as a test of somebody's own project tells it: plain JSON, since it travels between processes. */
export interface ToldTest {
  readonly id: string;
  readonly state: 'pass' | 'fail' | 'skip';
  /** Why it is no pass; one line for what is skipped, empty for a pass. Nothing unseen is in it. */
  readonly text: string;
}
