/*
 * The styles of the public catalog; this entry only makes the build bundle them. Its script stands apart (script.ts).
 */
import '../ui/base.css';
import '../shared/schema-view/schema-view.module.css';
import '../shared/static-page/static-page.module.css';
import '../ui/code-block.module.css';
import '../ui/name-lockup.module.css';
import './public-catalog.module.css';
