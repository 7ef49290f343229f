/** The process for scripts: reads requests, evaluates, answers. The only place that knows GraalJS. */
@NullMarked
package io.mintmark.javascript.child;

import org.jspecify.annotations.NullMarked;
