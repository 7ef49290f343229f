/** The one form of all reports: conditions, tables, targets, and what the machine did meanwhile, as Markdown. */
@NullMarked
package io.mintmark.lab.report;

import org.jspecify.annotations.NullMarked;
