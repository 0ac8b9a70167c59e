package io.strait.view;

import java.awt.Color;
import java.awt.Font;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.Styler;

/** What all pictures of sweeps look like. */
public final class SweepChart {
  public static final Color BLUE = new Color(0x1f5fa8);
  public static final Color ORANGE = new Color(0xd9822b);

  private SweepChart() {}

  public static void style(XYChart chart) {
    var styler = chart.getStyler();
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(new Color(0xe4e4e4));
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setLegendLayout(Styler.LegendLayout.Horizontal);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setMarkerSize(6);
  }
}
