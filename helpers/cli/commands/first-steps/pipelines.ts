/** A pipeline that tests the target every night: one file, to begin with. docs/nightly.md has the rest. */
export interface Pipeline {
  readonly path: string;
  readonly text: string;
  /** What is left for people to do, as a sentence. */
  readonly next: string;
}

const variables = ['API_KEY', 'TENANT_ID', 'OTHER_TENANT_ID', 'OTHER_API_KEY'].map((name) => `CONFORMANCE_${name}`);

/** Keys belong to the environment `sandbox`: one step gets them, and the job may write nothing. */
export const github: Pipeline = {
  path: '.github/workflows/conformance.yml',
  text: `name: conformance
on:
  schedule:
    - cron: '17 2 * * *'
  workflow_dispatch:
permissions:
  contents: read
# Two runs at once would see each other's customers come and go.
concurrency:
  group: conformance-sandbox
jobs:
  conformance:
    runs-on: ubuntu-latest
    environment: sandbox
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09 # v5.1.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 22
      - run: npm ci
      - run: npx --no -- fsapi-conformance run --rate 5
        env:
          CONFORMANCE_BASE_URL: \${{ vars.CONFORMANCE_BASE_URL }}
          CONFORMANCE_ENVIRONMENT: sandbox
${variables.map((name) => `          ${name}: \${{ secrets.${name} }}`).join('\n')}
      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: \${{ !cancelled() }}
        with:
          name: conformance-\${{ github.run_id }}-\${{ github.run_attempt }}
          path: reports/runs
`,
  next: `In the repository's settings, give the environment "sandbox" the variable CONFORMANCE_BASE_URL and the secrets ${variables.join(', ')}.`,
};

/** @param path where it goes: a file of another name is included by the one that is there */
export const gitlab = (path: '.gitlab-ci.yml' | 'conformance.gitlab-ci.yml'): Pipeline => ({
  path,
  text: `conformance:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  # Two runs at once would see each other's customers come and go.
  resource_group: conformance-sandbox
  variables:
    CONFORMANCE_ENVIRONMENT: sandbox
  script:
    - npm ci
    - npx --no -- fsapi-conformance run --rate 5
  artifacts:
    when: always
    expire_in: 90 days
    paths:
      - reports/runs
    reports:
      junit: reports/runs/*/junit.xml
`,
  next: `${path === '.gitlab-ci.yml' ? '' : `Name ${path} under include: in .gitlab-ci.yml. `}Add a schedule, and the masked CI variables CONFORMANCE_BASE_URL, ${variables.join(', ')}.`,
});
