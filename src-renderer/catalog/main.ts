/*
 * The styles of the public page. The page is complete HTML and loads no script; this entry only makes the build bundle
 * its style sheets.
 */
import '../ui/base.css';
import '../shared/schema-view/schema-view.module.css';
import '../shared/static-page/static-page.module.css';
import '../ui/code-block.module.css';
import '../ui/name-lockup.module.css';
import './public-catalog.module.css';
