package io.mintmark.document;

import java.util.Arrays;

/**
 * The simple lower-case mapping of Unicode 13 above ASCII, frozen: what the JDK knows moves with its version, and a
 * name that was stored must be found by every later one.
 *
 * <p>The table is written by {@code FrozenLowerCaseTable} in the test sources, on JDK 17; {@code KeyFormTest} compares
 * every code point. It is read (176 runs, half a millisecond in cold code) when the first name with a character above
 * ASCII arrives, because that loads this class. Immutable afterwards, safe for any thread.
 */
final class FrozenLowerCase {
    /** Runs {@code first-last/step+delta}: every step-th code point from first to last (hexadecimal) moves by delta. */
    static final String TABLE = """
            00C0-00D6/1+32 00D8-00DE/1+32 0100-012E/2+1 0130-0130/1-199 0132-0136/2+1 0139-0147/2+1 014A-0176/2+1
            0178-0178/1-121 0179-017D/2+1 0181-0181/1+210 0182-0184/2+1 0186-0186/1+206 0187-0187/1+1 0189-018A/1+205
            018B-018B/1+1 018E-018E/1+79 018F-018F/1+202 0190-0190/1+203 0191-0191/1+1 0193-0193/1+205 0194-0194/1+207
            0196-0196/1+211 0197-0197/1+209 0198-0198/1+1 019C-019C/1+211 019D-019D/1+213 019F-019F/1+214 01A0-01A4/2+1
            01A6-01A6/1+218 01A7-01A7/1+1 01A9-01A9/1+218 01AC-01AC/1+1 01AE-01AE/1+218 01AF-01AF/1+1 01B1-01B2/1+217
            01B3-01B5/2+1 01B7-01B7/1+219 01B8-01B8/1+1 01BC-01BC/1+1 01C4-01C4/1+2 01C5-01C5/1+1 01C7-01C7/1+2
            01C8-01C8/1+1 01CA-01CA/1+2 01CB-01DB/2+1 01DE-01EE/2+1 01F1-01F1/1+2 01F2-01F4/2+1 01F6-01F6/1-97
            01F7-01F7/1-56 01F8-021E/2+1 0220-0220/1-130 0222-0232/2+1 023A-023A/1+10795 023B-023B/1+1 023D-023D/1-163
            023E-023E/1+10792 0241-0241/1+1 0243-0243/1-195 0244-0244/1+69 0245-0245/1+71 0246-024E/2+1 0370-0372/2+1
            0376-0376/1+1 037F-037F/1+116 0386-0386/1+38 0388-038A/1+37 038C-038C/1+64 038E-038F/1+63 0391-03A1/1+32
            03A3-03AB/1+32 03CF-03CF/1+8 03D8-03EE/2+1 03F4-03F4/1-60 03F7-03F7/1+1 03F9-03F9/1-7 03FA-03FA/1+1
            03FD-03FF/1-130 0400-040F/1+80 0410-042F/1+32 0460-0480/2+1 048A-04BE/2+1 04C0-04C0/1+15 04C1-04CD/2+1
            04D0-052E/2+1 0531-0556/1+48 10A0-10C5/1+7264 10C7-10C7/1+7264 10CD-10CD/1+7264 13A0-13EF/1+38864
            13F0-13F5/1+8 1C90-1CBA/1-3008 1CBD-1CBF/1-3008 1E00-1E94/2+1 1E9E-1E9E/1-7615 1EA0-1EFE/2+1 1F08-1F0F/1-8
            1F18-1F1D/1-8 1F28-1F2F/1-8 1F38-1F3F/1-8 1F48-1F4D/1-8 1F59-1F5F/2-8 1F68-1F6F/1-8 1F88-1F8F/1-8
            1F98-1F9F/1-8 1FA8-1FAF/1-8 1FB8-1FB9/1-8 1FBA-1FBB/1-74 1FBC-1FBC/1-9 1FC8-1FCB/1-86 1FCC-1FCC/1-9
            1FD8-1FD9/1-8 1FDA-1FDB/1-100 1FE8-1FE9/1-8 1FEA-1FEB/1-112 1FEC-1FEC/1-7 1FF8-1FF9/1-128 1FFA-1FFB/1-126
            1FFC-1FFC/1-9 2126-2126/1-7517 212A-212A/1-8383 212B-212B/1-8262 2132-2132/1+28 2160-216F/1+16 2183-2183/1+1
            24B6-24CF/1+26 2C00-2C2E/1+48 2C60-2C60/1+1 2C62-2C62/1-10743 2C63-2C63/1-3814 2C64-2C64/1-10727
            2C67-2C6B/2+1 2C6D-2C6D/1-10780 2C6E-2C6E/1-10749 2C6F-2C6F/1-10783 2C70-2C70/1-10782 2C72-2C72/1+1
            2C75-2C75/1+1 2C7E-2C7F/1-10815 2C80-2CE2/2+1 2CEB-2CED/2+1 2CF2-2CF2/1+1 A640-A66C/2+1 A680-A69A/2+1
            A722-A72E/2+1 A732-A76E/2+1 A779-A77B/2+1 A77D-A77D/1-35332 A77E-A786/2+1 A78B-A78B/1+1 A78D-A78D/1-42280
            A790-A792/2+1 A796-A7A8/2+1 A7AA-A7AA/1-42308 A7AB-A7AB/1-42319 A7AC-A7AC/1-42315 A7AD-A7AD/1-42305
            A7AE-A7AE/1-42308 A7B0-A7B0/1-42258 A7B1-A7B1/1-42282 A7B2-A7B2/1-42261 A7B3-A7B3/1+928 A7B4-A7BE/2+1
            A7C2-A7C2/1+1 A7C4-A7C4/1-48 A7C5-A7C5/1-42307 A7C6-A7C6/1-35384 A7C7-A7C9/2+1 A7F5-A7F5/1+1 FF21-FF3A/1+32
            10400-10427/1+40 104B0-104D3/1+40 10C80-10CB2/1+64 118A0-118BF/1+32 16E40-16E5F/1+32 1E900-1E921/1+34
            """;

    private static final int RUNS = 176;

    private static final int[] FIRST = new int[RUNS];
    private static final int[] LAST = new int[RUNS];
    private static final int[] STEP = new int[RUNS];
    private static final int[] DELTA = new int[RUNS];

    static {
        Reader table = new Reader();
        for (int run = 0; run < RUNS; run++) {
            FIRST[run] = table.number(16);
            LAST[run] = table.number(16);
            STEP[run] = table.number(10);
            DELTA[run] = table.sign() * table.number(10);
        }
    }

    private FrozenLowerCase() {}

    /** Returns the small letter of {@code codePoint}, which is above ASCII, or itself if no run holds it. */
    static int of(int codePoint) {
        int found = Arrays.binarySearch(FIRST, codePoint);
        int run = found >= 0 ? found : -found - 2;
        if (run < 0 || codePoint > LAST[run] || (codePoint - FIRST[run]) % STEP[run] != 0) {
            return codePoint;
        }
        return codePoint + DELTA[run];
    }

    /** Reads one number after the other; by hand, because the first non-ASCII id waits for it in cold code. */
    private static final class Reader {
        private final char[] text = TABLE.toCharArray();
        private int next;

        /** Returns the number that starts here, and skips the one mark that ends it; every mark is below the digits. */
        int number(int radix) {
            int number = 0;
            char digit = text[next++];
            while (digit >= '0') {
                number = number * radix + (digit <= '9' ? digit - '0' : digit - 'A' + 10);
                digit = text[next++];
            }
            return number;
        }

        /** Returns the sign just skipped, as 1 or -1. */
        int sign() {
            return text[next - 1] == '-' ? -1 : 1;
        }
    }
}
