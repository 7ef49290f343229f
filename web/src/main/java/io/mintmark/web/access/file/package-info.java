/** The file that keeps principals: its form, its rights, and how it is replaced whole. */
@NullMarked
package io.mintmark.web.access.file;

import org.jspecify.annotations.NullMarked;
