/*
 * The styles of the documentation of the API. The page is complete HTML and loads no script; this entry only makes
 * the build put its style sheets together.
 */
import '../ui/base.css';
import '../schema-view/schema-view.module.css';
import '../ui/code-block.module.css';
import './docs.module.css';
