/**
 * A keyword of the contract's schemas: rules checked by the code behind them, since it knows more or refuses more
 * clearly than a schema could. Requests are not validated by them; the API description states them like any other rule.
 */
export const CHECKED_IN_CODE = 'checkedInCode';
