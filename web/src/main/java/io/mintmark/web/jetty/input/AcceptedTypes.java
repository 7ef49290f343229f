package io.mintmark.web.jetty.input;

import java.util.List;
import org.eclipse.jetty.http.QuotedQualityCSV;

/** What an {@code Accept} says of media types (RFC 9110, section 12.5.1), as Jetty reads it. Stateless. */
public final class AcceptedTypes {
    private AcceptedTypes() {}

    /** Returns whether {@code accept} likes {@code type} better than {@code other}. */
    public static boolean prefers(String accept, String type, String other) {
        QuotedQualityCSV ranges = new QuotedQualityCSV();
        ranges.addValue(accept);
        return weight(ranges.getQualityValues(), type) > weight(ranges.getQualityValues(), other);
    }

    /** The range that names a type most closely gives it its weight. */
    private static double weight(List<QuotedQualityCSV.QualityValue> ranges, String type) {
        String group = type.substring(0, type.indexOf('/') + 1) + '*';
        for (String named : List.of(type, group, "*/*")) {
            for (QuotedQualityCSV.QualityValue range : ranges) {
                if (named.equalsIgnoreCase(withoutParameters(range.getValue()))) {
                    return range.getWeight();
                }
            }
        }
        return 0;
    }

    private static String withoutParameters(String range) {
        int end = range.indexOf(';');
        return end < 0 ? range : range.substring(0, end).strip();
    }
}
