package io.mintmark.server.plain;

import io.mintmark.web.http.Request;
import java.util.Locale;

/** Whether a client wants plain text or JSON: by its {@code Accept} (RFC 9110, section 12.5.1). Stateless. */
final class WantedForm {
    private WantedForm() {}

    /** Returns whether it likes text better; a client that likes both alike, or neither, gets JSON. */
    static boolean isText(Request request) {
        String accept = request.header("Accept").orElse("");
        return weight(accept, "text/plain", "text/*") > weight(accept, "application/json", "application/*");
    }

    /** The range that names a type most closely gives it its weight. */
    private static double weight(String accept, String type, String group) {
        double[] weights = {-1, -1, -1};
        for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = range.strip().split("\\s*;\\s*", -1);
            int place = parts[0].equals(type) ? 0 : parts[0].equals(group) ? 1 : parts[0].equals("*/*") ? 2 : -1;
            if (place >= 0) {
                weights[place] = quality(parts);
            }
        }
        for (double weight : weights) {
            if (weight >= 0) {
                return weight;
            }
        }
        return 0;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].matches("q=[01](\\.[0-9]{0,3})?")) {
                return Double.parseDouble(parts[i].substring(2));
            }
        }
        return 1;
    }
}
