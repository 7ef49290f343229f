/** What the log gets of failures that come again and again, and of events that have members. */
@NullMarked
package io.mintmark.support.log;

import org.jspecify.annotations.NullMarked;
