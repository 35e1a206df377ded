/**
 * A keyword of the contract's schemas: rules that the code behind them checks, since it knows more or refuses more
 * clearly than a schema could. Requests are not validated by them; the description of the API says them like any
 * other rule.
 */
export const CHECKED_IN_CODE = 'checkedInCode';
