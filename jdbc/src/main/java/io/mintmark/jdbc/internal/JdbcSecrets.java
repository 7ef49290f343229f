package io.mintmark.jdbc.internal;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes passwords out of texts about databases: JDBC URLs, and what drivers say of them.
 *
 * <p>It knows the places where drivers look for one: before the {@code @} of a URL's authority, after the {@code /} of
 * Oracle's user, and in every parameter whose name has {@code password}, {@code pwd}, {@code secret} or {@code token}
 * in it. In doubt it hides too much. Stateless.
 */
public final class JdbcSecrets {
    private static final String HIDDEN = "***";

    /** The last {@code @} counts: a password may hold one that nobody encoded. */
    private static final Pattern AUTHORITY = Pattern.compile("(//[^\\s/:@?;'\"]*):[^\\s'\"]*@");

    private static final Pattern ORACLE = Pattern.compile("(?i)(jdbc:oracle:[a-z0-9]+:[^\\s/@:]+)/[^\\s'\"]*@");

    /** A value in braces, as SQL Server has it, may hold what otherwise ends one. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)([\\w.%-]*(?:password|passwd|passphrase|pwd|secret|token)[\\w.%-]*\\s?=\\s?)"
                    + "(?:\\{[^}]*\\}|[^\\s&;,'\"()]*)");

    private static final List<Pattern> PLACES = List.of(AUTHORITY, ORACLE, PARAMETER);

    private JdbcSecrets() {}

    /** Returns {@code text} with {@code ***} in place of each password that stands where drivers look for one. */
    public static String hide(String text) {
        String hidden = AUTHORITY.matcher(text).replaceAll("$1:" + Matcher.quoteReplacement(HIDDEN) + "@");
        hidden = ORACLE.matcher(hidden).replaceAll("$1/" + Matcher.quoteReplacement(HIDDEN) + "@");
        return PARAMETER.matcher(hidden).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
    }

    /**
     * Returns the same without {@code password}, wherever it stands. A text with a password so short that the gaps
     * would give it away is left out as a whole.
     */
    public static String hide(String text, String password) {
        String hidden = hide(text);
        if (password.isEmpty() || !hidden.contains(password)) {
            return hidden;
        }
        return password.length() < 4
                ? "(the message is left out: it may repeat the password)"
                : hidden.replace(password, HIDDEN);
    }

    /** Returns what a driver or a pool says of its failure, without passwords. */
    public static String told(SQLException failure) {
        return hide(String.valueOf(failure.getMessage()));
    }

    /** Returns the same with the SQL state, if there is one: pools and some drivers give none. */
    public static String toldWithState(SQLException failure) {
        String state = failure.getSQLState();
        return told(failure) + (state == null ? "" : " (SQL state " + state + ")");
    }

    /** Returns whether a URL holds a password, where drivers look for one. */
    public static boolean isIn(String url) {
        return PLACES.stream().anyMatch(place -> place.matcher(url).find());
    }
}
