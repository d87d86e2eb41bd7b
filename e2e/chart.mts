import { init } from 'echarts';

/** What a chart of lines shows over time. */
export interface LineChart {
	title: string;
	/** What the vertical axis counts. */
	counted: string;
	/** By the name of each line, its value at the end of each second, from 0 on. */
	lines: Record<string, number[]>;
}

/** Readable on light and on dark pages. */
const grey = '#808890';

/** Draws lines over seconds. @returns SVG */
export function lineChart({ title, counted, lines }: LineChart): string {
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: 800, height: 400 });
	const axis = {
		type: 'value' as const,
		nameLocation: 'middle' as const,
		nameTextStyle: { color: grey },
		axisLabel: { color: grey },
		axisLine: { show: true, lineStyle: { color: grey } },
		splitLine: { lineStyle: { color: grey, opacity: 0.25 } },
	};
	chart.setOption({
		animation: false,
		color: ['#2f6fde', '#e0701a', '#2a9d62'],
		title: { text: title, left: 'center', top: 5, textStyle: { color: grey, fontSize: 15 } },
		legend: { top: 36, icon: 'rect', itemHeight: 3, textStyle: { color: grey } },
		grid: { left: 75, right: 25, top: 75, bottom: 55 },
		xAxis: { ...axis, name: 'Seconds', nameGap: 30 },
		yAxis: { ...axis, name: counted, nameGap: 50 },
		series: Object.entries(lines).map(([name, values]) => ({
			name,
			type: 'line' as const,
			showSymbol: false,
			data: values.map((value, second) => [second, value]),
		})),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return svg;
}
