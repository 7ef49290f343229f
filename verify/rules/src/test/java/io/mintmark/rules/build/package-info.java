/** The build is tested, too: what it runs, and when. */
@org.jspecify.annotations.NullMarked
package io.mintmark.rules.build;
