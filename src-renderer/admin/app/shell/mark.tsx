/** The product's mark: a post horn, coiled once. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <circle cx="9.5" cy="14" r="5.5" />
      <path d="M1.5 8.5h14" />
      <path d="M15.5 8.5 22 4.25v8.5z" />
    </svg>
  );
}
