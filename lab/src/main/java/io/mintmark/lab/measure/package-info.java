/** What several kinds of measurements share: quantiles, histograms, tables, and what the machine tells of itself. */
@NullMarked
package io.mintmark.lab.measure;

import org.jspecify.annotations.NullMarked;
